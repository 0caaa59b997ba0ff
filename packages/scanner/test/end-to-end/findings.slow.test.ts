import { describeFindingsOn } from './describe-findings.ts';

describeFindingsOn('embedded');
