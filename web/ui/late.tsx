import { lazy, Suspense, type ComponentType, type ReactNode } from "react";

/** A part whose script is asked for when it is first shown. */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(load) as unknown as ComponentType<Props>;
  return function Late(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
