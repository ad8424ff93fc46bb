import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getLiveBoard } from '#contract/door-day.ts';
import { API_PATHS } from '#contract/paths.ts';
import { call } from '../../api.ts';
import { openChangeStream } from '../../change-stream.ts';
import { polledEvery } from '../../polled-every.ts';

/** Changes are pushed, but what phones still hold is reported only at their next contact, so the board also polls. */
const POLL_MS = 5_000;
const BOARD = [getLiveBoard.path];

/** The board's query, kept up to date. */
export function useLiveBoard() {
  const client = useQueryClient();
  useEffect(() => {
    // A request under way goes on: in a rush, each change would cancel it, and no response would ever arrive.
    const renew = () => void client.invalidateQueries({ queryKey: BOARD }, { cancelRefetch: false });
    return openChangeStream(API_PATHS.boardStream, renew).close;
  }, [client]);
  return useQuery({
    queryKey: BOARD,
    queryFn: ({ signal }) => call(getLiveBoard, { signal, timeLimitMs: 10_000 }),
    ...polledEvery(POLL_MS),
    refetchOnReconnect: 'always',
    staleTime: 0,
  });
}
