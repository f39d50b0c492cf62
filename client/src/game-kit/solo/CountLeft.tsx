/** How many of a few things are left: each drawn, and drawn otherwise once it is spent. */
import { Fragment, type ReactNode } from "react";
import { useHost } from "../contract/host";
import "./CountLeft.css";

interface CountLeftProps {
  /** Its words are `status.<name>` with `left` and `of`. */
  name: string;
  left: number;
  of: number;
  draw: (spent: boolean) => ReactNode;
}

export function CountLeft({ name, left, of, draw }: CountLeftProps) {
  const { t } = useHost();
  return (
    <span className="count-left" role="img" aria-label={t(`status.${name}`, { left, of })}>
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are told apart by nothing else
        <Fragment key={index}>{draw(index >= left)}</Fragment>
      ))}
    </span>
  );
}
