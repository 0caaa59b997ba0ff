/** What scanners know the objects of the story by: their next scan has to find them. */
import { placeKey } from '../scans/merge.ts';
import { CONTENTS } from './relations.ts';
import { story } from './story.ts';

/** An object of the story, as far as its key depends on it. */
interface Keyed {
  id: string;
  type: string;
  name: string;
  record: Readonly<Record<string, unknown>>;
}

/** The keys of the example scans, by kind and name; of locations by asset and name. */
const scanned = new Map(
  story.scanDocuments.flatMap((document) => [
    ...document.objects.map((one) => [`${one.object_type} ${one.aispm_friendly_name}`, one.stable_key] as const),
    ...document.locations.map((one) => [`${document.asset_id} ${one.aispm_friendly_name}`, one.stable_key] as const),
  ]),
);

/** The key that the example scans use, or else one made in the way of theirs. */
export function stableKeyOf(object: Keyed): string {
  const { id, type, name, record } = object;
  if (type === 'asset') return story.scans.find(({ asset_id }) => asset_id === id)?.target ?? name;
  if (type === 'location') {
    const asset = String(record.asset_id);
    return placeKey(asset, scanned.get(`${asset} ${name}`) ?? `${record.file_path ?? name}`);
  }
  return scanned.get(`${type} ${name}`) ?? ownKeyOf(object);
}

function ownKeyOf({ type, name, record }: Keyed): string {
  const { purl, provider_name, model_name, server_name, tool_name, mcp_server_id } = record;
  if (typeof purl === 'string') return purl.replace(/@[^/]*$/, '');
  if (type === 'model') return `${provider_name}/${model_name}`;
  if (typeof server_name === 'string') return server_name;
  const server = story.mcpServers.find(({ aispm_object_id }) => aispm_object_id === mcp_server_id)?.server_name;
  const [asset] = Object.entries(CONTENTS).find(([, names]) => names.includes(name)) ?? [];
  const { asset_id } = story.assets.find(({ asset_name }) => asset_name === asset) ?? {};
  const home = server ?? story.scans.find((scan) => scan.asset_id === asset_id)?.target;
  return `${home}#${tool_name ?? name.toLowerCase().replaceAll(' ', '_')}`;
}
