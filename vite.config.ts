import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The compile-time flag: `REGISTRATION_CLOSED=true npm run build` closes registration whatever the clock says. */
const buildFlags: Plugin = {
  name: 'build-flags',
  generateBundle() {
    const registrationClosed = process.env.REGISTRATION_CLOSED === 'true';
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ registrationClosed }) });
  },
};

export default defineConfig({
  root: 'src/web',
  cacheDir: '../../node_modules/.vite',
  plugins: [react(), tailwindcss(), buildFlags],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    rolldownOptions: { input: { app: 'src/web/app.html' } },
  },
});
