import type { EvaluationRun } from '@aispm/client';
import styles from './evaluations.module.css';

const WIDTH = 600;
const HEIGHT = 120;
const MARGIN = 28;

/** The scores of runs, from 0 to 1, the oldest first. The table beside it has the same numbers. */
export function ScoreChart({ runs }: { runs: readonly EvaluationRun[] }) {
  const points = runs.map(({ id, score }, index) => ({
    id,
    score: score ?? 0,
    x: MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(1, runs.length - 1),
    y: HEIGHT - MARGIN - (score ?? 0) * (HEIGHT - 2 * MARGIN),
  }));
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Scores of the last ${runs.length} scored runs: ${points.map(({ score }) => score).join(', ')}`}
    >
      <line className={styles.axis} x1={MARGIN} x2={WIDTH - MARGIN} y1={HEIGHT - MARGIN} y2={HEIGHT - MARGIN} />
      <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ id, score, x, y }) => (
        <g key={id}>
          <circle className={styles.point} cx={x} cy={y} r={4} />
          <text className={styles.score} x={x} y={y - 8}>
            {score}
          </text>
        </g>
      ))}
    </svg>
  );
}
