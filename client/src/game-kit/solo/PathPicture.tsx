/** A small picture of a few paths. */
import type { SVGProps } from "react";

export type DrawnPath = readonly [
  path: string,
  fill: string,
  stroke?: string,
  more?: SVGProps<SVGPathElement>,
];

interface PathPictureProps {
  paths: readonly DrawnPath[];
  width: number;
  height: number;
  scale?: number;
}

export function PathPicture({ paths, width, height, scale = 1 }: PathPictureProps) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width * scale} height={height * scale} aria-hidden="true">
      {paths.map(([path, fill, stroke, more]) => (
        <path key={path} d={path} fill={fill} stroke={stroke} {...more} />
      ))}
    </svg>
  );
}
