/** The dashboard. Each number links to the list that it counts. */
import { getAispmDashboard } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { client } from './api.ts';
import { Count, Failure } from './components.tsx';
import { toHash, UNRESOLVED, unresolved } from './route.ts';

export function Dashboard() {
  const { data, error } = useQuery(queryOptions(client, getAispmDashboard, {}));
  if (!data) return <Failure error={error} />;
  const today = data.issues_histogram.counts.at(-1);
  const atRisk = [
    ...data.aispm_top_at_risk_agents,
    ...data.aispm_top_at_risk_models,
    ...data.aispm_top_at_risk_mcp_servers,
  ];
  const { scans_counts: scans } = data;
  return (
    <>
      <h1>Dashboard</h1>
      <table aria-label="Objects">
        <tbody>
          {data.aispm_objects_counts.map((counts) => (
            <tr key={counts.object_type}>
              <th>{counts.object_type}</th>
              <td>
                <Count of={counts.total_inventory_count} path={`${counts.object_type}s`} />
              </td>
              <td>
                <Count
                  of={counts.total_issues_count}
                  path="issues"
                  filters={unresolved(undefined, { object_type: counts.object_type })}
                />
              </td>
              <td>
                <Count
                  of={counts.critical_issues_count}
                  path="issues"
                  filters={unresolved(['critical'], { object_type: counts.object_type })}
                />
              </td>
              <td>
                <Count
                  of={counts.high_issues_count}
                  path="issues"
                  filters={unresolved(['high'], { object_type: counts.object_type })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table aria-label="Issues today">
        <tbody>
          <tr>
            <td>
              <Count of={today?.critical ?? 0} path="issues" filters={unresolved(['critical'])} />
            </td>
            <td>
              <Count of={today?.high ?? 0} path="issues" filters={unresolved(['high'])} />
            </td>
            <td>
              <Count of={today?.other ?? 0} path="issues" filters={unresolved(['medium', 'low', 'info'])} />
            </td>
          </tr>
        </tbody>
      </table>
      <table aria-label="Most important issues">
        <tbody>
          {data.aispm_objects_top_issues.map((issue) => {
            const of = { issue_id: issue.issue_id, by: 'object', status: ['open', 'in_progress'] };
            return (
              <tr key={issue.issue_id}>
                <th>
                  <a href={toHash(`issues/${issue.issue_id}`)}>{issue.rule_name}</a>
                </th>
                <td>
                  <Count
                    of={issue.critical_element_count}
                    path="occurrences"
                    filters={{ ...of, severity: ['critical'] }}
                  />
                </td>
                <td>
                  <Count of={issue.high_element_count} path="occurrences" filters={{ ...of, severity: ['high'] }} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <table aria-label="Most at risk">
        <tbody>
          {atRisk.map((object) => {
            const of = { aispm_object_id: object.aispm_object_id, status: UNRESOLVED };
            return (
              <tr key={object.aispm_object_id}>
                <th>{object.aispm_friendly_name}</th>
                <td>
                  <Count of={object.critical_count} path="occurrences" filters={{ ...of, severity: ['critical'] }} />
                </td>
                <td>
                  <Count of={object.high_count} path="occurrences" filters={{ ...of, severity: ['high'] }} />
                </td>
                <td>
                  <Count
                    of={object.total_critical_high_occurrences}
                    path="occurrences"
                    filters={{ ...of, severity: ['critical', 'high'] }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>
        <Count of={scans.total_current_aispm_scans} path="scans" filters={{ is_current: 'true' }} /> scans,{' '}
        <Count
          of={scans.scans_with_ai_objects_count}
          path="scans"
          filters={{ is_current: 'true', has_ai_objects: 'true' }}
        />{' '}
        with AI objects
      </p>
    </>
  );
}
