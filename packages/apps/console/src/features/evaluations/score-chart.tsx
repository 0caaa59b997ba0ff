import type { EvaluationRun } from '@aispm/client';
import { formatMinute } from '../../shared/ui/time.tsx';
import styles from './evaluations.module.css';

/** How many labels fit next to each other in the narrowest window. */
const MAX_LABELS = 7;

/** Charts scores over time, from 0 to 1, oldest first, with their intervals. The table below has the same numbers. */
export function ScoreChart({ runs }: { runs: readonly EvaluationRun[] }) {
  const points = runs.map(({ id, score, summary, created_at }, index) => ({
    id,
    interval: summary?.score_interval,
    score: score ?? 0,
    requested: formatMinute(new Date(created_at)),
    x: (index * 100) / Math.max(1, runs.length - 1),
    y: (1 - (score ?? 0)) * 100,
  }));
  const step = Math.ceil(points.length / MAX_LABELS);
  const isLabelled = (index: number) => (points.length - 1 - index) % step === 0;
  return (
    <div
      className={styles.chart}
      role="img"
      aria-label={`Scores of the last ${runs.length} scored runs: ${points.map(({ score }) => score).join(', ')}`}
    >
      <div className={styles.scale}>
        <span>1</span>
        <span>0</span>
      </div>
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {points.map(
            ({ id, interval, x }) =>
              interval && (
                <line
                  key={id}
                  className={styles.interval}
                  x1={x}
                  x2={x}
                  y1={(1 - interval.upper) * 100}
                  y2={(1 - interval.lower) * 100}
                />
              ),
          )}
          <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {points.map(({ id, score, requested, x, y }, index) => (
          <span
            key={id}
            className={styles.point}
            style={{ left: `${x}%`, top: `${y}%` }}
            title={`${requested}: ${score}`}
          >
            {isLabelled(index) && score}
          </span>
        ))}
      </div>
      <div className={styles.period}>
        <span>{points[0]?.requested}</span>
        <span>{points.at(-1)?.requested}</span>
      </div>
    </div>
  );
}
