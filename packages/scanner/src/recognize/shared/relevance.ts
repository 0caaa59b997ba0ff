/** Which files count: tests and documentation show components, but none of them runs. */

const EXAMPLE =
  /(?:^|\/)(?:tests?|[^/]*[-_.]tests|testing|__tests__|__mocks__|e2e|spec|specs|fixtures|testdata|node_modules|site-packages|\.venv|venv|vendor|third_party)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|_test\.go$|\.(?:test|spec|stories|mock|d)\.[cm]?[jt]sx?$|\.pyi$/i;

/** Returns whether what a file defines is a test or a copy of a package. */
export function isExample(path: string): boolean {
  return EXAMPLE.test(path);
}
