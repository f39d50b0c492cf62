/** What is said at length: that nothing is possible and what can be done, a hint in steps, whether it can be won. */
import { Button, IconButton, useHost } from "@/game-kit";
import type { Action, View } from "./types";
import { blockedWords, hintLines } from "./words";

interface NotesProps {
  view: View;
  submit: ((action: Action) => void) | null;
  onRestart: () => void;
  onClose: () => void;
}

export function Notes({ view, submit, onRestart, onClose }: NotesProps) {
  const { t } = useHost();
  const blocked = blockedWords(t, view);
  if (blocked) return <Blocked {...{ view, submit, onRestart }} words={blocked} />;
  const { hint, winnable } = view;
  if (!hint && !winnable) return null;
  const lines = hint ? hintLines(t, hint) : [];
  return (
    <section className="sd-note" aria-label={t(hint ? "hint.title" : "winnable.title")}>
      <div className="sd-note-head">
        <h2>{t(hint ? "hint.title" : "winnable.title")}</h2>
        <IconButton icon="close" label={t("note.close")} onClick={onClose} />
      </div>
      {lines.map((line, step) => (
        <p key={line} data-newest={step === lines.length - 1}>
          {line}
        </p>
      ))}
      {hint && hint.techniques.length > 0 && (
        <p className="sd-techniques">
          {hint.techniques.map((technique) => (
            <span key={technique}>{t(`hint.technique.${technique}`)}</span>
          ))}
        </p>
      )}
      {winnable && <p>{t(`winnable.${winnable}`)}</p>}
      {hint && submit && hint.step < view.limits.hint_steps && (
        <Button onClick={() => submit({ do: "hint" })}>{t(`hint.more.${hint.step}`)}</Button>
      )}
    </section>
  );
}

interface BlockedProps extends Omit<NotesProps, "onClose"> {
  words: { title: string; text: string };
}

function Blocked({ view, submit, onRestart, words }: BlockedProps) {
  const { t } = useHost();
  return (
    <section className="sd-note sd-blocked" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      {submit && (
        <div className="row">
          {view.undos > 0 ? (
            <Button kind="main" icon="undo" onClick={() => submit({ do: "undo" })}>
              {t("control.undo")}
            </Button>
          ) : (
            <Button kind="main" onClick={() => submit({ do: "rescue" })}>
              {t("control.rescue")}
            </Button>
          )}
          <Button icon="again" onClick={onRestart}>
            {t("control.restart")}
          </Button>
        </div>
      )}
    </section>
  );
}
