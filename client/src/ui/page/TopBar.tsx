/** The bar above everything: home, where I am, and what is always at hand. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Icon } from "../controls/Icon";
import { useArrival } from "../focus/arrival";
import "./TopBar.css";

interface TopBarProps {
  title?: string;
  /** What is special here, in a few words under the title. */
  note?: string;
  children?: ReactNode;
}

export function TopBar(props: TopBarProps) {
  useArrival();
  return <Bar {...props} />;
}

/** As long as the page itself has not come. */
export function Bar({ title, note, children }: TopBarProps) {
  const { t } = useTranslation("hub");
  return (
    <header className="top-bar">
      <Link href="/" className="top-home" aria-label={`Parlour: ${t("home")}`}>
        <Lamp />
        <span className={title ? "top-name top-name-narrow" : "top-name"}>Parlour</span>
      </Link>
      {title && (
        <h1 className="top-title">
          {title}
          {note && <span className="top-note soft"> {note}</span>}
        </h1>
      )}
      <nav className="top-actions" aria-label={t("nav.label")}>
        {children ?? (
          <>
            <NavLink href="/daily" icon="calendar" label={t("nav.daily")} />
            <NavLink href="/leaderboards" icon="trophy" label={t("nav.leaderboards")} />
            <NavLink href="/me" icon="person" label={t("nav.me")} />
            <NavLink href="/settings" icon="settings" label={t("nav.settings")} />
          </>
        )}
      </nav>
    </header>
  );
}

/** A place to go: an icon with its word, which narrow screens only read out. */
function NavLink({
  href,
  icon,
  label,
}: {
  href: string;
  icon: Parameters<typeof Icon>[0]["name"];
  label: string;
}) {
  return (
    <Link href={href} className={(active) => (active ? "top-link top-link-here" : "top-link")} title={label}>
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  );
}

function Lamp() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <path d="M14 3.5 6 15.5h16z" fill="var(--lamp)" />
      <path d="M14 3.5V1" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <path d="M8.5 15.5h11l4 8.5h-19z" fill="var(--lamp)" opacity=".25" />
      <path d="M3 24.5h22" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
