/** Where to report the exploitation of a child online: the first of the guide's help lines, and a link in every footer. */
export const cyberTipline = 'https://report.cybertip.org/';
