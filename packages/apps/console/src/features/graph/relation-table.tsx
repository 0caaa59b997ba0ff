import type { Neighbourhood as Graph } from '@aispm/client';
import { labelOf } from '../../shared/contract/labels.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { Table } from '../../shared/ui/table.tsx';

/** The relations of a graph as rows, for users who can't see the picture. */
export function RelationTable({ graph }: { graph: Graph }) {
  const nodes = new Map(graph.nodes.map((node) => [node.aispm_object_id, node]));
  const cell = (id: string) => {
    const node = nodes.get(id);
    return node === undefined ? (
      id
    ) : (
      <ObjectLink objectType={node.object_type} id={id} name={node.aispm_friendly_name} />
    );
  };
  return (
    <Table
      label="Relations"
      rows={graph.edges}
      rowKey={(edge) => `${edge.from_id} ${edge.edge} ${edge.to_id}`}
      columns={[
        { label: 'From', render: (edge) => cell(edge.from_id) },
        { label: 'Relation', render: (edge) => <Untrusted text={readLabel(edge.edge)} /> },
        { label: 'To', render: (edge) => cell(edge.to_id) },
        {
          label: 'Severity',
          render: (edge) => <Severity value={nodes.get(edge.to_id)?.max_definitive_severity ?? null} />,
        },
        { label: 'Evidence', render: (edge) => labelOf('EdgeEvidence', edge.evidence) },
      ]}
    />
  );
}
