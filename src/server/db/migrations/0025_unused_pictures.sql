-- Pictures of deleted speakers, and replaced pictures, could still be fetched at their addresses.
DELETE FROM speaker_pictures AS picture
WHERE NOT EXISTS (SELECT FROM speakers WHERE image_url = '/pictures/' || picture.name);
