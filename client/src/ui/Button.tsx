/** Buttons and links that look like them: filled for the one main thing, plain for the rest, round for a mere icon. */
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "wouter";
import { Icon, type IconName } from "./Icon";
import "./Button.css";

type Kind = "main" | "plain" | "quiet";

interface Look {
  kind?: Kind;
  icon?: IconName;
  children?: ReactNode;
}

export function Button({
  kind = "plain",
  icon,
  children,
  className = "",
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={`button button-${kind} ${className}`}>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </button>
  );
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
