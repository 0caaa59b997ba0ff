/** @module-tag long */
import { describeAcceptance } from './acceptance.ts';

describeAcceptance('postgres');
