import { Fragment, type ReactNode } from 'react';
import { formatFilters } from '../contract/format-values.ts';
import { readLabel } from '../contract/read-label.ts';
import type { Column, EnumValue } from '../contract/types.ts';
import { ListedAgent } from '../objects/agent-names.tsx';
import { formatNumber } from '../text/count.ts';
import { Untrusted } from '../text/untrusted.tsx';
import { isPlain, toVisibleText } from '../text/visible-text.ts';
import { Severity } from '../ui/severity.tsx';
import { ShortId } from '../ui/short-id.tsx';
import { Time } from '../ui/time.tsx';
import styles from './data-table.module.css';

/** Number of letters that fit the minimum width of a string column. */
const MAX_SHORT = 11;

/** Renders a value of a row by its column type. */
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
    case 'agent':
      return <ListedAgent id={String(value)} />;
    case 'enum': {
      const known = column.values?.find((enumerated) => enumerated.value === value);
      return known === undefined ? (
        <Untrusted text={String(value)} />
      ) : (
        <span title={known.description}>{known.label}</span>
      );
    }
    case 'structure':
      return (
        <Text
          text={
            column.name === 'filters'
              ? formatFilters(value as object) || '–'
              : formatStructure(value, column.values ?? [])
          }
        />
      );
    default:
      return <Text text={String(value)} />;
  }
}

/** A string, which wraps to a second line if it's long. Short strings don't need an element. */
function Text({ text }: { text: string }) {
  if (text.length <= MAX_SHORT) return <Untrusted text={text} />;
  return (
    <span className={styles.long} title={toVisibleText(text)}>
      {isPlain(text) ? breakAtSigns(text) : <Untrusted text={text} />}
    </span>
  );
}

/** Prefers line breaks after the `@` of email addresses. */
function breakAtSigns(text: string): ReactNode {
  if (!text.includes('@')) return text;
  return text.split(/(?<=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
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
