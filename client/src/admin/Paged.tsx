/** A list of the host's page, fetched a page at a time. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/Button";
import { Failure } from "@/ui/page/Failure";
import { PAGE } from "./adminApi";

interface PagedProps<Item> {
  /** By which it is known, with whatever it is narrowed by. */
  name: readonly string[];
  fetch: (cursor: string | null) => Promise<Item[]>;
  /** Where the next page begins. */
  cursor: (last: Item) => string;
  row: (item: Item) => ReactNode;
}

export function Paged<Item>({ name, fetch, cursor, row }: PagedProps<Item>) {
  const { t } = useTranslation("admin");
  const pages = useInfiniteQuery({
    queryKey: ["admin", ...name],
    queryFn: ({ pageParam }) => fetch(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length < PAGE || last === undefined ? null : cursor(last);
    },
  });
  const items = pages.data?.pages.flat() ?? [];
  if (pages.error) return <Failure error={pages.error} retry={() => void pages.refetch()} />;
  return (
    <>
      {items.length === 0 && !pages.isPending && <p className="empty">{t("nothing")}</p>}
      <ul className="admin-list">
        {items.map((item) => (
          <li key={cursor(item)} className="card">
            {row(item)}
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button onClick={() => void pages.fetchNextPage()} busy={pages.isFetchingNextPage}>
          {t("more")}
        </Button>
      )}
    </>
  );
}
