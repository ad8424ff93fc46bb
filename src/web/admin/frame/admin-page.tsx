import type { ReactNode } from 'react';
import { AdminGuard } from './admin-frame.tsx';
import { Dashboard } from './dashboard.tsx';

export function AdminPage({ checkIn }: { checkIn: ReactNode }) {
  return <AdminGuard>{(user) => <Dashboard user={user} checkIn={checkIn} />}</AdminGuard>;
}
