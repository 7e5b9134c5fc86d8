import { useFirstScents } from "../../api/scents.ts";
import { Tiles } from "../../scent/Tiles.tsx";
import tiles from "../../scent/tiles.module.css";

export default function Shelf() {
  const { data, error } = useFirstScents(4);
  if (data === undefined && error === undefined) return null;
  return (
    <div className={`${tiles.tiles} ${tiles.four}`}>
      <Tiles of={data?.data ?? []} hasLines />
    </div>
  );
}
