/** Stackdoku as a thing on the table: a small pile of bone tiles beside squared paper. */
const INK = ["#23366e", "#8a2a1e", "#1d5a40"];

const figures = (size: number) => ({ font: `600 ${size}px var(--serif)` });

function Tile({ x, y, digit, shade = false }: { x: number; y: number; digit: number; shade?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="3" y="5" width="40" height="50" rx="5" fill={shade ? "#5d4f45" : "#b89f74"} />
      <rect width="40" height="50" rx="5" fill={shade ? "#a79a86" : "#f4ead2"} />
      <rect x="3.5" y="3.5" width="33" height="43" rx="3" fill="none" stroke="#a5906b" opacity=".6" />
      <text x="20" y="35" textAnchor="middle" style={figures(28)} fill={shade ? "#3a2f3a" : INK[digit % 3]}>
        {digit}
      </text>
    </g>
  );
}

function Pile() {
  return (
    <>
      {Array.from("72943861", (digit, at) => {
        const [row, col] = [Math.floor(at / 4), at % 4];
        const shade = col === 1 || col === 2;
        return <Tile key={digit} x={42 * col} y={52 + 52 * row} digit={Number(digit)} shade={shade} />;
      })}
      <Tile x={39} y={73} digit={5} />
      <Tile x={81} y={73} digit={5} />
    </>
  );
}

function Paper() {
  const lines = (apart: number) =>
    Array.from({ length: 126 / apart + 1 }, (_, i) => `M${i * apart} 0V126M0 ${i * apart}H126`).join("");
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <rect x="-8" y="-8" width="142" height="142" rx="3" fill="light-dark(#fffdf4, #e9dec5)" />
      <path d={lines(14)} stroke="#7f9bb3" strokeWidth=".7" opacity=".8" />
      <path d={lines(42)} stroke="#2b2238" strokeWidth="1.6" />
      <text x="4 46 88 18 102 60" y="11 25 53 81 109 95" fill="#2b2238" style={figures(11)}>
        571928
      </text>
      <path d="M66 46l-7-.3-.8 4.5c3-1 5.5 0 5.2 2.5-.4 3-4 3.5-6 2" stroke="#2a4a9c" strokeWidth="1.5" />
      <rect x="98" y="70" width="14" height="14" fill="#f2b65a" opacity=".55" />
    </g>
  );
}

export function Wide() {
  return (
    <svg viewBox="0 0 384 216" aria-hidden="true">
      <rect width="384" height="216" fill="var(--table)" />
      <ellipse cx="150" cy="60" rx="220" ry="120" fill="var(--light)" />
      <g transform="translate(22 2)">
        <Pile />
      </g>
      <g transform="translate(226 40) rotate(5 63 63)">
        <Paper />
      </g>
    </svg>
  );
}

function TilesOnPaper() {
  return (
    <>
      <g transform="translate(46 10) rotate(8 30 30) scale(.5)">
        <Paper />
      </g>
      <Tile x={10} y={34} digit={5} shade />
      <Tile x={30} y={26} digit={5} />
    </>
  );
}

export function Thumbnail() {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true">
      <rect width="96" height="96" fill="var(--table)" />
      <TilesOnPaper />
    </svg>
  );
}

/** On the cover of a match that waits: nothing lies between it and the cloth. */
export function Cover() {
  return (
    <svg viewBox="6 -4 118 100" aria-hidden="true">
      <TilesOnPaper />
    </svg>
  );
}
