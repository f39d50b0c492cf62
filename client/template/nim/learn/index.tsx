/** Learn by doing: one heap, to its last stone. */
import { useState } from "react";
import { type Lesson, type SceneProps, useHost } from "@/game-kit";
import { Heaps } from "../board/Heaps";

function LastStone({ done }: SceneProps) {
  const { play } = useHost();
  const [size, setSize] = useState(3);
  const take = (count: number) => {
    setSize(size - count);
    play("stone");
    if (size === count) done();
  };
  return (
    <div className="nim-lesson">
      <Heaps heaps={[size]} onTake={({ count }) => take(count)} />
    </div>
  );
}

export const lessons: readonly Lesson[] = [{ key: "last", Scene: LastStone }];
