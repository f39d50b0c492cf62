/** Names and what they stand for, one beside or under the other as the place wants it. */
import type { ReactNode } from "react";

/** By name; what is undefined is left out. */
export function Facts({
  facts,
  className,
}: {
  facts: Readonly<Record<string, ReactNode>>;
  className?: string;
}) {
  return (
    <dl className={className}>
      {Object.entries(facts).map(([name, fact]) =>
        fact === undefined ? null : (
          <div key={name}>
            <dt className="soft">{name}</dt>
            <dd className="row figures">{fact}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
