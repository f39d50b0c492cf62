/** One of a few: a row of words of which one is lit. */
import { useId } from "react";
import "./Choose.css";

interface ChooseProps<Value extends string | number> {
  label: string;
  value: Value;
  values: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function Choose<Value extends string | number>({
  label,
  value,
  values,
  onChange,
}: ChooseProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choose">
      <legend>{label}</legend>
      <div className="choose-row">
        {values.map((choice) => (
          <label key={choice.value} className="choose-one">
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span data-label={choice.label}>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
