/** A page that is read, not played: the bar, a title, and the rest. */
import { type ReactNode, useEffect } from "react";
import { TopBar } from "./TopBar";
import "./Page.css";

interface PageProps {
  title: string;
  /** Lines of a readable length, and nothing else. */
  narrow?: boolean;
  /** Cards that lie side by side where there is room. */
  columns?: boolean;
  children: ReactNode;
}

export function Page({ title, narrow = false, columns = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parlour`;
  }, [title]);
  const shape = narrow ? "page page-narrow" : columns ? "page page-columns" : "page";
  return (
    <>
      <TopBar />
      <main className={shape}>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}
