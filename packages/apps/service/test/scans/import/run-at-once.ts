/** Runs a generator to its end. @returns what it returns */
export function runAtOnce<Result>(calculation: Generator<unknown, Result>): Result {
  let step = calculation.next();
  while (!step.done) step = calculation.next();
  return step.value;
}
