import { readLabel } from '../contract/read-label.ts';
import type { Column, EnumValue } from '../contract/types.ts';
import { Untrusted } from '../text/untrusted.tsx';
import { Severity } from './severity.tsx';
import { ShortId } from './short-id.tsx';
import { Time } from './time.tsx';

const numbers = new Intl.NumberFormat('en');

/** A value of a row, in the way of its type in the contract. */
export function Cell({ column, value }: { column: Column; value: unknown }) {
  if (column.type === 'severity') return <Severity value={typeof value === 'string' ? value : null} />;
  if (value === null || value === undefined || value === '') return <>–</>;
  switch (column.type) {
    case 'number':
      return <>{formatNumber(Number(value))}</>;
    case 'time':
      return <Time value={String(value)} />;
    case 'boolean':
      return <>{value === true ? 'Yes' : 'No'}</>;
    case 'id':
      return <ShortId id={String(value)} />;
    case 'enum': {
      const known = column.values?.find((one) => one.value === value);
      return known === undefined ? (
        <Untrusted text={String(value)} />
      ) : (
        <span title={known.description}>{known.label}</span>
      );
    }
    case 'structure':
      return <Untrusted text={formatStructure(value, column.values ?? [])} />;
    default:
      return <Untrusted text={String(value)} />;
  }
}

/** Most numbers are small, and are written without what the formatter costs. */
function formatNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : numbers.format(value);
}

function formatStructure(value: unknown, values: readonly EnumValue[]): string {
  if (Array.isArray(value)) {
    const labels = value.map((part) => values.find((known) => known.value === part)?.label ?? formatPart(part));
    return labels.length === 0 ? '–' : labels.join(', ');
  }
  const entries = Object.entries(value as object);
  return entries.length === 0
    ? '–'
    : entries.map(([name, part]) => `${readLabel(name)}: ${formatPart(part)}`).join('; ');
}

function formatPart(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(formatPart).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
