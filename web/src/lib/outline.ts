// The outline of a set of squares as an SVG path: every edge between a square of the set and one outside it.

export function outline(squares: readonly number[], columns: number, size: number): string {
  const inside = new Set(squares);
  const has = (column: number, row: number): boolean => column >= 0 && column < columns && row >= 0 && inside.has(column + row * columns);
  let path = "";
  for (const square of squares) {
    const column = square % columns;
    const row = Math.floor(square / columns);
    const [x, y] = [column * size, row * size];
    if (!has(column, row - 1)) path += `M${x} ${y}h${size}`;
    if (!has(column, row + 1)) path += `M${x} ${y + size}h${size}`;
    if (!has(column - 1, row)) path += `M${x} ${y}v${size}`;
    if (!has(column + 1, row)) path += `M${x + size} ${y}v${size}`;
  }
  return path;
}
