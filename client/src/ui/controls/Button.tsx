/** Buttons and links that look like them: filled for the one main thing, plain for the rest, outlined in red for what
 * cannot be undone, round for a mere icon.
 */
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Icon, type IconName } from "./Icon";
import "./Button.css";

type Kind = "main" | "plain" | "quiet" | "danger";

interface Look {
  kind?: Kind;
  icon?: IconName;
  children?: ReactNode;
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether what it does is under way: it cannot be pressed again, and says so when that takes long. */
  busy?: boolean;
}

export function Button({
  kind = "plain",
  icon,
  children,
  className = "",
  busy = false,
  disabled = false,
  ...rest
}: ButtonProps) {
  const { t } = useTranslation("hub");
  const long = useLong(busy);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`button button-${kind} ${className}`}
    >
      {icon && <Icon name={icon} size={20} />}
      {long ? t("loading") : children}
    </button>
  );
}

const LONG_MS = 300;

/** Whether something has been under way for so long that a person wonders. */
function useLong(busy: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [busy]);
  return busy && long;
}

interface ButtonLinkProps extends Look {
  href: string;
  /** What happens beside going there. */
  onClick?: () => void;
}

export function ButtonLink({ kind = "plain", icon, children, href, onClick }: ButtonLinkProps) {
  return (
    <Link href={href} className={`button button-${kind}`} onClick={onClick}>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </Link>
  );
}

/** An icon alone; its label is read out and shown as a tip. */
export function IconButton({
  icon,
  label,
  className = "",
  ...rest
}: { icon: IconName; label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
