-- Servers whose authentication no scan has reported: records show "unknown", which the filter has to find.
UPDATE objects SET details = details || '{"auth_type": "unknown"}'
WHERE object_type = 'mcp_server' AND auth_type IS NULL;
