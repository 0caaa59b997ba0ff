import {
  createClient,
  createView,
  downloadViewExport,
  exportView,
  getViewExport,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});

const view = await createView(client, {
  body: {
    name: 'Critical issues',
    entity: 'issues',
    filters: { severity: ['critical'] },
    columns: ['issue_id', 'rule_name'],
  },
});
let viewExport = await exportView(client, { id: view.id });
while (
  viewExport.export_status === 'queued' ||
  viewExport.export_status === 'running'
) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  viewExport = await getViewExport(client, {
    id: view.id,
    export_workflow_id: viewExport.export_workflow_id,
  });
}
if (viewExport.export_status === 'failed')
  throw new Error('The export failed.');
const file = await downloadViewExport(client, {
  id: view.id,
  export_workflow_id: viewExport.export_workflow_id,
});
console.log(file);
