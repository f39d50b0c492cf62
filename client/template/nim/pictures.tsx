/** Nim as a picture: heaps of stones on the table. */
const STONE = { width: 40, height: 24 };

function Picture({ heaps, width, height }: { heaps: readonly number[]; width: number; height: number }) {
  const left = (width - (heaps.length - 1) * STONE.width) / 2;
  const stones = heaps.flatMap((size, heap) =>
    [...Array(size).keys()].map((stone) => [heap, stone] as const),
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect width={width} height={height} fill="var(--table)" />
      {stones.map(([heap, stone]) => (
        <ellipse
          key={`${heap}-${stone}`}
          cx={left + heap * STONE.width}
          cy={height - (stone + 1) * STONE.height}
          rx="17"
          ry="10"
          fill="var(--lamp)"
          stroke="var(--edge-strong)"
        />
      ))}
    </svg>
  );
}

export const Thumbnail = () => <Picture heaps={[1, 3, 2]} width={120} height={120} />;

export const Wide = () => <Picture heaps={[1, 3, 5, 2, 4]} width={320} height={180} />;
