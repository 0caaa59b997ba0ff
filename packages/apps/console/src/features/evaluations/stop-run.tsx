import { type EvaluationRun, stopEvaluationRun } from '@aispm/client';
import { mutationOptions } from '@aispm/react-query';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { explain } from '../../shared/ui/states.tsx';

/** The progress of an active run, further information about it, and a button to stop it. */
export function StopRun({ run, children }: { run: EvaluationRun; children?: ReactNode }) {
  const stop = useMutation(mutationOptions(useWorkspaceClient(), stopEvaluationRun));
  return (
    <>
      <progress aria-label="Progress of the run" value={run.progress} /> {children}
      <Button
        kind="danger"
        isDisabled={stop.isPending || run.cancel_requested}
        onClick={() => stop.mutate({ run_id: run.id })}
      >
        {run.cancel_requested ? 'Stopping' : 'Stop run'}
      </Button>{' '}
      {stop.error !== null && <span role="alert">{explain(stop.error)}</span>}
    </>
  );
}
