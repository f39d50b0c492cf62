/** The way in with a code that was read out: six boxes, and the room opens with the sixth sign. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, request } from "@/api/client";
import { isProblem, problemText } from "@/api/problem";
import { CODE_LENGTH, codeIn } from "./code";
import "./CodeBox.css";

export default function CodeBox() {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const [code, setCode] = useState("");
  const [short, setShort] = useState(false);
  const id = useId();
  const find = useMutation({
    mutationFn: (wanted: string) =>
      request(http.GET("/api/rooms/{code}", { params: { path: { code: wanted } } })),
    meta: { failureShown: true },
  });
  const look = (wanted: string) => find.mutate(wanted, { onSuccess: (room) => go(`/room/${room.code}`) });
  const type = (typed: string) => {
    const more = typed.startsWith(code) ? codeIn(typed.slice(code.length)) : "";
    const wanted = more && isProblem(find.error, "no-such-room") ? more : codeIn(typed);
    if (wanted === code) return;
    setCode(wanted);
    setShort(false);
    find.reset();
    if (wanted.length === CODE_LENGTH) look(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === CODE_LENGTH) look(code);
    else setShort(true);
  };
  const wrong = short
    ? t("code.short")
    : isProblem(find.error, "no-such-room")
      ? t("code.none", { code })
      : find.error && problemText(find.error);
  return (
    <form className="code-box" onSubmit={submit}>
      <label htmlFor={id}>{t("code.title")}</label>
      <div className="code-field" data-wrong={wrong ? "" : undefined}>
        <input
          id={id}
          value={code}
          onChange={(event) => type(event.target.value)}
          aria-describedby={`${id}-said`}
          aria-invalid={Boolean(wrong)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          inputMode="text"
          enterKeyHint="go"
          lang="en"
        />
        {Array.from({ length: CODE_LENGTH }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <span key={index} aria-hidden="true" data-next={index === Math.min(code.length, CODE_LENGTH - 1)}>
            {code[index]}
          </span>
        ))}
      </div>
      <p id={`${id}-said`} aria-live="polite" className={wrong ? "field-wrong" : "soft"}>
        {wrong || (find.isPending ? t("code.looking") : "")}
      </p>
    </form>
  );
}
