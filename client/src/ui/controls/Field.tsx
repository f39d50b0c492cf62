/** A field to type into, with its name above it and what is wrong with it below. */
import { type InputHTMLAttributes, useId } from "react";
import "./Field.css";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Why what stands there cannot be; nothing if it can. */
  wrong?: string | null;
  /** Something to know while typing. */
  note?: string;
}

export function Field({ label, wrong, note, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="soft">
        {label}
      </label>
      <input id={id} {...input} aria-invalid={Boolean(wrong)} aria-describedby={`${id}-said`} />
      <p id={`${id}-said`} aria-live="polite" className={wrong ? "field-wrong" : "soft figures"}>
        {wrong || note}
      </p>
    </div>
  );
}
