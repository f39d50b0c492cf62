/** Games in pictures: their own, or a plain one. */
import { useModule } from "./modules";
import { PlainPicture } from "./PlainPicture";

export function Thumbnail({ game }: { game: string }) {
  const Own = useModule(game)?.Thumbnail;
  return Own ? <Own /> : <PlainPicture width={96} height={96} />;
}

export function WidePicture({ game }: { game: string }) {
  const Own = useModule(game)?.Wide;
  return Own ? <Own /> : <PlainPicture width={320} height={180} />;
}
