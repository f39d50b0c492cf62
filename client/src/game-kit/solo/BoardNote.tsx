/** What is said on the board itself: a notice for a moment, and a note that stays until it is closed. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { IconButton } from "@/ui/controls/Button";
import { useHost } from "../contract/host";
import type { Flash } from "../match/useFlash";
import "./BoardNote.css";

interface BoardNoticeProps {
  notice: Flash<{ text: string; good?: boolean }> | null;
  /** Which part of the board it is about, for the game to lay it elsewhere. */
  about?: string;
}

/** The notice of `useNotice`, which reads it aloud. */
export function BoardNotice({ notice, about }: BoardNoticeProps) {
  return (
    notice && (
      <p
        className="board-notice"
        key={notice.count}
        data-good={notice.good}
        data-about={about}
        aria-hidden="true"
      >
        {notice.text}
      </p>
    )
  );
}

interface BoardNoteProps {
  title: string;
  tags?: readonly string[];
  /** Whether it tells of something that keeps the game from going on. */
  alarm?: boolean;
  /** The part of the board that it is about has to stay in sight: it gets a strip beside it, and on a phone it shows no more
   * than the newest line, what can be asked next, and the cross. */
  beside?: boolean;
  /** Lines that came one after another, the newest last. */
  lines?: readonly string[];
  /** What is said above the lines; on a narrow phone their newest takes its place. */
  text?: string;
  /** What can be done about the text, between it and the lines. */
  ways?: ReactNode;
  onClose: () => void;
  /** Below the lines. */
  children?: ReactNode;
}

export function BoardNote({ title, tags = [], alarm, beside, lines = [], ...props }: BoardNoteProps) {
  const { t } = useHost();
  const note = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (lines.length > 1 && note.current) note.current.scrollTop = note.current.scrollHeight;
  }, [lines.length]);
  return (
    <section
      className={alarm ? "card board-note board-note-alarm" : "card board-note"}
      data-beside={beside}
      aria-label={title}
      ref={note}
    >
      <div className="board-note-head">
        <h2>{title}</h2>
        {tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
        <IconButton icon="close" label={t("close")} onClick={props.onClose} />
      </div>
      {props.text && <p className="board-note-text">{props.text}</p>}
      {props.ways}
      {lines.map((line, index) => (
        <p key={line} className={index < lines.length - 1 ? "board-note-line soft" : "board-note-line"}>
          {line}
        </p>
      ))}
      {props.children}
    </section>
  );
}
