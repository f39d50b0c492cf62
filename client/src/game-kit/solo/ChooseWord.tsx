/** One of a few, named by the game's words: `more.<name>` for all of them, `choice.<value>` for each. */
import { Choose } from "@/ui/controls/Choose";
import { useHost } from "../contract/host";

interface ChooseWordProps<Value extends string> {
  name: string;
  value: Value;
  values: readonly Value[];
  onChange: (value: Value) => void;
}

export function ChooseWord<Value extends string>({ name, values, ...choose }: ChooseWordProps<Value>) {
  const { t } = useHost();
  const named = values.map((value) => ({ value, label: t(`choice.${value}`) }));
  return <Choose label={t(`more.${name}`)} values={named} {...choose} />;
}

interface ChooseEitherProps<Word extends string> {
  name: string;
  words: readonly [Word, Word];
  /** The word that stands for true. */
  yes: Word;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function ChooseEither<Word extends string>({
  name,
  words,
  yes,
  value,
  onChange,
}: ChooseEitherProps<Word>) {
  const chosen = words.find((word) => (word === yes) === value) ?? yes;
  return <ChooseWord name={name} value={chosen} values={words} onChange={(word) => onChange(word === yes)} />;
}
