/** A page that is read, not played: the bar, a title, and the rest. */
import { type ReactNode, useEffect } from "react";
import { TopBar } from "./TopBar";
import "./Page.css";

interface PageProps {
  title: string;
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, narrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parlour`;
  }, [title]);
  return (
    <>
      <TopBar />
      <main className={narrow ? "page page-narrow" : "page"}>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}
