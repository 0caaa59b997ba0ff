import { createClient, listRules } from '@aispm/client';
import { isValidationError, validated } from '@aispm/client/validate';

const client = validated(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
);

try {
  await listRules(client, {
    tenant_id: 'halden-freight',
    workspace_id: 'production',
  });
} catch (error) {
  if (!isValidationError(error)) throw error;
  for (const { location, message } of error.issues)
    console.log(location, message);
}
