import { Button, type ButtonProps } from "../ui/Button.tsx";
import form from "../ui/form.module.css";

export function SubmitButton(props: Pick<ButtonProps, "busy" | "disabled" | "children">) {
  return <Button {...props} type="submit" variant="primary" className={form.wide} />;
}
