/** The stable keys of the sample objects, by which the next scan matches them. */
import { formatLocationStableKey } from '../domains/scans/index.ts';
import { listTargets } from './relations.ts';
import { sampleData } from './sample-data.ts';

/** The fields of an object that determine its key. */
interface KeyedObject {
  id: string;
  type: string;
  name: string;
  record: Readonly<Record<string, unknown>>;
}

/** The keys in the example scans, by type and name; keys of locations by asset and name. */
const scannedKeys = new Map(
  sampleData.scanDocuments.flatMap((document) => [
    ...document.objects.map(
      ({ object_type, aispm_friendly_name, stable_key }) =>
        [`${object_type} ${aispm_friendly_name}`, stable_key] as const,
    ),
    ...document.locations.map(
      ({ aispm_friendly_name, stable_key }) => [`${document.asset_id} ${aispm_friendly_name}`, stable_key] as const,
    ),
  ]),
);

/** Returns the key that the example scans use, or one of the same format. */
export function findStableKey(object: KeyedObject): string {
  const { id, type, name, record } = object;
  if (type === 'asset') return sampleData.scans.find(({ asset_id }) => asset_id === id)?.target ?? name;
  if (type === 'location') {
    const asset = String(record.asset_id);
    return formatLocationStableKey(asset, scannedKeys.get(`${asset} ${name}`) ?? `${record.file_path ?? name}`);
  }
  return scannedKeys.get(`${type} ${name}`) ?? deriveKey(object);
}

function deriveKey({ id, type, name, record }: KeyedObject): string {
  const { purl, provider_name, model_name, server_name, tool_name, mcp_server_id } = record;
  if (typeof purl === 'string') return purl.replace(/@[^/@]*$/, '');
  if (type === 'model') return `${provider_name}/${model_name}`;
  if (typeof server_name === 'string') return server_name;
  const server = sampleData.mcpServers.find(({ aispm_object_id }) => aispm_object_id === mcp_server_id)?.server_name;
  const [asset_id] = listTargets(id, 'assets');
  const home = server ?? sampleData.scans.find((scan) => scan.asset_id === asset_id)?.target;
  return `${home}#${tool_name ?? name.toLowerCase().replaceAll(' ', '_')}`;
}
