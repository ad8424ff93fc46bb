import { storeStaffPassword } from './store-staff-password.ts';

process.exitCode = await storeStaffPassword(process.argv.slice(2), process);
