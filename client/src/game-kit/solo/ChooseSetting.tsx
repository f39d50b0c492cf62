/** One of a game's settings, to be chosen: its words are `more.<name>`, and `choice.<word>` for each choice. */
import { Choose } from "@/ui/controls/Choose";
import { useHost } from "../contract/host";

interface ChooseSettingProps<Settings, Name extends keyof Settings & string> {
  /** The settings, and a way to change some, as `useStoredSettings` has them. */
  of: readonly [Settings, (change: Partial<Settings>) => void];
  name: Name;
  /** What there is to choose, by the word for it; a list where the words themselves are meant. */
  values: Readonly<Record<string, Settings[Name]>> | readonly (Settings[Name] & string)[];
}

export function ChooseSetting<Settings, Name extends keyof Settings & string>({
  of: [settings, change],
  name,
  values,
}: ChooseSettingProps<Settings, Name>) {
  const { t } = useHost();
  const choices = new Map<string, Settings[Name]>(
    Array.isArray(values) ? values.map((word) => [word, word]) : Object.entries(values),
  );
  const words = [...choices.keys()];
  return (
    <Choose
      label={t(`more.${name}`)}
      value={words.find((word) => choices.get(word) === settings[name]) ?? ""}
      values={words.map((word) => ({ value: word, label: t(`choice.${word}`) }))}
      onChange={(word) => change({ [name]: choices.get(word) } as Partial<Settings>)}
    />
  );
}
