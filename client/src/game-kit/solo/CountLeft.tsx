/** How many of a few things are left: each drawn, and drawn otherwise once it is spent. */
import { Fragment, type ReactNode } from "react";
import { useHost } from "../contract/host";
import "./CountLeft.css";

interface CountLeftProps {
  /** Its words are `status.<name>` with `left` and `of`; `status.<name>Short`, where there is one, is shown beside it. */
  name: string;
  left: number;
  of: number;
  draw: (spent: boolean) => ReactNode;
}

export function CountLeft({ name, left, of, draw }: CountLeftProps) {
  const { t } = useHost();
  const [words, short] = [t(`status.${name}`, { left, of }), t(`status.${name}Short`, { defaultValue: "" })];
  return (
    <span className="count-left" role="img" aria-label={words} title={words}>
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are told apart by nothing else
        <Fragment key={index}>{draw(index >= left)}</Fragment>
      ))}
      {short && <span className="count-left-word soft">{short}</span>}
    </span>
  );
}
