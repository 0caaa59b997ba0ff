/** Reads the records and relations of the sample data from their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import {
  type AssetRecord,
  countIssues,
  type EdgeName,
  Findings,
  findRelation,
  fromAsset,
  fromLocation,
  fromNode,
  Graph,
  type GraphObject,
  type InteractionRecord,
  type IssueRecord,
  type LocationRecord,
  type NodeRecord,
  type OccurrenceRecord,
  type Relation,
  type StatusChange,
  type TopIssue,
} from '../../packages/lib/domain/src/index.ts';

/** The issue of an example, as far as derived examples need it. */
export interface SampleIssue extends IssueRecord, TopIssue {}

/** The sample data, as far as derived examples need it. */
export interface SampleRecords {
  graph: Graph;
  /** Objects by the path of their record, such as `agents/customs-desk`. */
  objects: ReadonlyMap<string, GraphObject>;
  findings: Findings;
  issues: SampleIssue[];
  history: (StatusChange & { issue_id: string })[];
  interactions: InteractionRecord[];
  scans: { is_current: boolean; has_ai_objects: boolean }[];
}

/** The folder of the records to which each edge leads. */
const FOLDERS: Record<EdgeName, string> = {
  agents: 'agents',
  sub_agents: 'agents',
  parent_agents: 'agents',
  models: 'models',
  tools: 'tools',
  mcp_servers: 'mcp-servers',
  assets: 'assets',
  locations: 'locations',
};

/** Related objects by edge, by the path of their start, by evidence. */
type RelationFile = Record<string, Record<string, Partial<Record<EdgeName, string[]>>>>;

/**
 * Reads the sample data.
 *
 * @param spec the folder of the contract's source
 * @throws {Error} when a file can't be read, or relates what doesn't exist or can't be related
 */
export function readSampleRecords(spec: string): SampleRecords {
  const readAll = <Value>(folder: string) => readRecords<Value>(join(spec, 'resources', folder));
  const occurrences = [...readAll<OccurrenceRecord>('fine-grained-issues/examples').values()];
  const findings = new Findings(occurrences);
  const nodes = ['agents', 'models', 'tools', 'mcp-servers'].flatMap((folder) =>
    [...readAll<NodeRecord>(`${folder}/examples`)].map(
      ([name, record]) => [`${folder}/${name}`, fromNode(record)] as const,
    ),
  );
  const assets = [...readAll<AssetRecord>('assets/examples/records')].map(([name, record]) => {
    const { max_definitive_severity } = countIssues(findings.ofAsset(record.asset_id));
    return [`assets/${name}`, fromAsset(record, max_definitive_severity)] as const;
  });
  const locations = readAll<LocationRecord & { asset_id: string }>('locations/examples');
  const objects = new Map<string, GraphObject>([
    ...nodes,
    ...assets,
    ...[...locations].map(([name, record]) => [`locations/${name}`, fromLocation(record)] as const),
  ]);
  const relations = [
    ...listRelations(parse(readFileSync(join(spec, 'relations.yaml'), 'utf8')), objects),
    ...[...locations.values()].map(({ location_id, asset_id }) => {
      return { from_id: location_id, edge: 'assets' as const, to_id: asset_id, evidence: 'declared' };
    }),
  ];
  const issues = [...readAll<SampleIssue | (StatusChange & { issue_id: string })>('issues/examples').values()];
  const scans = [...readAll<{ is_current?: boolean; has_ai_objects: boolean }>('scans/examples').values()];
  return {
    graph: new Graph(objects.values(), relations),
    objects,
    findings,
    issues: issues.filter((record) => 'rule_id' in record),
    history: issues.filter((record) => 'changed_at' in record),
    interactions: [...readAll<InteractionRecord>('llm-interactions/examples').values()],
    scans: scans.filter((scan): scan is SampleRecords['scans'][number] => scan.is_current !== undefined),
  };
}

function readRecords<Value>(folder: string): Map<string, Value> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return new Map(
    files.map((file) => [basename(file, '.yaml'), parse(readFileSync(join(folder, file), 'utf8')) as Value]),
  );
}

/** Lists the relations of the file, each from its source. */
function listRelations(file: RelationFile, objects: ReadonlyMap<string, GraphObject>): Relation[] {
  const find = (path: string) => {
    const object = objects.get(path);
    if (!object)
      throw new Error(`relations.yaml names ${path}, which has no record. Correct the name, or add the record.`);
    return object;
  };
  return Object.entries(file).flatMap(([evidence, starts]) =>
    Object.entries(starts).flatMap(([path, edges]) =>
      Object.entries(edges).flatMap(([name, targets]) => {
        const [own, edge] = [find(path), name as EdgeName];
        const relation = FOLDERS[edge] && findRelation(own.object_type, edge);
        if (!relation) throw new Error(`relations.yaml gives ${path} the edge ${edge}, which its type does not have.`);
        return targets.map((target): Relation => {
          const ids = [own.aispm_object_id, find(`${FOLDERS[edge]}/${target}`).aispm_object_id];
          const [from_id = '', to_id = ''] = relation.from === 'source' ? ids : ids.reverse();
          return { from_id, edge: relation.edge, to_id, evidence };
        });
      }),
    ),
  );
}
