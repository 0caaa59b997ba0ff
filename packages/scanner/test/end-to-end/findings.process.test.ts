import { describe, expect, it } from 'vitest';
import { describeFindingsOn, RULES } from './describe-findings.ts';

describe('the repositories', () => {
  it('violate at least 20 rules of the service', () => {
    expect(RULES.size).toBeGreaterThanOrEqual(20);
  });
});

describeFindingsOn('postgres');
