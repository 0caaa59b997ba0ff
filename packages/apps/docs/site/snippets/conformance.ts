import { createClient, listRules } from '@aispm/client';
import { isValidationError, withValidation } from '@aispm/client/validate';

const client = withValidation(
  createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key' }),
);

try {
  await listRules(client, {
    tenant_id: 'halden-freight',
    workspace_id: 'production',
  });
} catch (error) {
  if (!isValidationError(error)) throw error;
  for (const { location, message } of error.violations)
    console.log(location, message);
}
